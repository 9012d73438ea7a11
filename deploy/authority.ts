import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GyreError, invalid } from '#kit/errors.ts';

const DAYS = '30';
const LIMIT_MS = 30_000;

/** Paths of PEM files; the key is readable by this user only. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority that lives as long as its folder: for one machine and for tests, never for a deployment. */
export interface Authority {
  /** Path of its certificate, a PEM file. */
  readonly ca: string;
  /** A certificate for `name`, good as a server on loopback and as a client. INVALID_ARGUMENT for a name that is no host name. */
  issue(name: string): Promise<Pair>;
}

/** Makes an authority in `folder` with the openssl program. FAILED_PRECONDITION if there is none on PATH, or it fails. */
export async function makeAuthority(folder: string): Promise<Authority> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = (file: string) => join(folder, file);
  const [ca, caKey] = [at('ca.pem'), await newKey(at('ca-key.pem'))];
  const settings = at('ca.conf');
  await writeFile(settings, conf('gyre cluster of one machine'));
  await openssl('req', '-x509', '-new', '-key', caKey, '-config', settings, '-extensions', 'authority', '-days', DAYS, '-out', ca);
  return {
    ca,
    async issue(name) {
      if (!/^[a-z0-9-]{1,63}$/.test(name)) throw invalid('name', `${JSON.stringify(name)} is no host name`, 'use small letters, digits and hyphens');
      const [cert, key, request, own] = [at(`${name}.pem`), await newKey(at(`${name}-key.pem`)), at(`${name}.csr`), at(`${name}.conf`)];
      await writeFile(own, conf(name));
      await openssl('req', '-new', '-key', key, '-config', own, '-out', request);
      const serial = `0x01${randomBytes(15).toString('hex')}`;
      await openssl('x509', '-req', '-in', request, '-CA', ca, '-CAkey', caKey, '-set_serial', serial, '-days', DAYS, '-extfile', own, '-extensions', 'member', '-out', cert);
      await Promise.all([request, own].map((file) => rm(file)));
      return { cert, key };
    },
  };
}

function conf(name: string): string {
  return `[req]
distinguished_name = holder
prompt = no
[holder]
CN = ${name}
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[member]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
subjectAltName = DNS:localhost, IP:127.0.0.1
`;
}

/** Writes a new private key and returns its path. */
async function newKey(path: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return path;
}

async function openssl(...args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)('openssl', args, { timeout: LIMIT_MS });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim() : String(cause);
    throw new GyreError('FAILED_PRECONDITION', `openssl made no certificate (${reason}); install openssl, or leave TLS out`, { boundary: 'caller', cause, remedy: 'install openssl' });
  }
}
