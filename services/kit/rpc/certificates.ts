import { createPrivateKey, X509Certificate } from 'node:crypto';
import { ChannelCredentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import { type Clock, systemClock } from '../clock.ts';
import type { RpcTls } from '../config.ts';
import { GyreError, invalid } from '../errors.ts';
import { readPem } from '../pem.ts';

const CA = 'GYRE_RPC_TLS_CA';
const CERT = 'GYRE_RPC_TLS_CERT';
const KEY = 'GYRE_RPC_TLS_KEY';
const REFRESH_MS = 30_000;

interface Contents {
  readonly ca: experimental.CaCertificateUpdate;
  readonly own: experimental.IdentityCertificateUpdate | undefined;
}

export interface CertificatesOptions {
  /** Told of renewed files that do not fit; what was read before stays in use. */
  readonly onProblem?: (error: GyreError) => void;
  readonly clock?: Clock;
  /** How often the files are read again. Default 30,000. */
  readonly refreshMs?: number;
}

/**
 * The certificates of a process, for its servers and its clients. The files are read again from time to time, and connections made
 * after that use what they hold then; those that exist live on until their age ends them.
 */
export class Certificates implements experimental.CertificateProvider {
  readonly #files: RpcTls;
  readonly #options: CertificatesOptions;
  readonly #caListeners = new Set<experimental.CaCertificateUpdateListener>();
  readonly #ownListeners = new Set<experimental.IdentityCertificateUpdateListener>();
  #contents: Contents;
  #refreshing: Promise<void> | undefined;

  /** Reads and checks the files. INVALID_ARGUMENT naming the variable of the one that is missing, no PEM, expired or no match. */
  static async open(files: RpcTls, options: CertificatesOptions = {}): Promise<Certificates> {
    return new Certificates(files, options, await read(files, options.clock ?? systemClock));
  }

  private constructor(files: RpcTls, options: CertificatesOptions, contents: Contents) {
    this.#files = files;
    this.#options = options;
    this.#contents = contents;
    // As long as the process, and no reason for it to live longer.
    setInterval(() => void this.refresh(), options.refreshMs ?? REFRESH_MS).unref();
  }

  /** Reads the files again, now. Never fails: what does not fit is told, and not used. */
  refresh(): Promise<void> {
    return (this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined)));
  }

  /** For a server. INVALID_ARGUMENT without a certificate of its own. */
  serverCredentials(): ServerCredentials {
    if (this.#contents.own === undefined) throw invalid(CERT, `is not set although ${CA} is`, `name the certificate that this process serves with, and its key with ${KEY}`);
    const certified = this.#files.clients === 'certified';
    // Both are this object. The library's declaration calls the first, which is the server's own, the authority's.
    return experimental.createCertificateProviderServerCredentials(this, certified ? this : null, certified);
  }

  /** For a client; it shows its certificate to a server that asks, if it has one. */
  channelCredentials(): ChannelCredentials {
    return experimental.createCertificateProviderChannelCredentials(this, this.#contents.own === undefined ? null : this);
  }

  addCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#caListeners.add(listener);
    // A listener is told only after whoever adds it is ready for that.
    queueMicrotask(() => listener(this.#contents.ca));
  }

  removeCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#caListeners.delete(listener);
  }

  addIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.#ownListeners.add(listener);
    queueMicrotask(() => listener(this.#contents.own ?? null));
  }

  removeIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.#ownListeners.delete(listener);
  }

  async #refresh(): Promise<void> {
    try {
      this.#contents = await read(this.#files, this.#options.clock ?? systemClock);
    } catch (thrown) {
      this.#options.onProblem?.(GyreError.from(thrown, 'caller'));
      return;
    }
    for (const listener of this.#caListeners) listener(this.#contents.ca);
    for (const listener of this.#ownListeners) listener(this.#contents.own ?? null);
  }
}

async function read({ ca, own }: RpcTls, clock: Clock): Promise<Contents> {
  const authority = await readPem(ca, CA);
  certificateIn(authority, ca, CA);
  const contents = { ca: { caCertificate: Buffer.from(authority) } };
  if (own === undefined) return { ...contents, own };
  const [certificate, privateKey] = [await readPem(own.cert, CERT), await readPem(own.key, KEY)];
  const shown = certificateIn(certificate, own.cert, CERT);
  if (shown.validToDate.getTime() <= clock.now()) throw invalid(CERT, `${own.cert} is good until ${shown.validToDate.toISOString()} only`, 'renew the certificate');
  if (!shown.checkPrivateKey(keyIn(privateKey, own.key))) throw invalid(KEY, `${own.key} is not the key of the certificate in ${own.cert}`, `name the key that belongs to ${CERT}`);
  return { ...contents, own: { certificate: Buffer.from(certificate), privateKey: Buffer.from(privateKey) } };
}

/** The first certificate of the file: its holder's, where a chain follows. */
function certificateIn(pem: string, path: string, variable: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (thrown) {
    throw invalid(variable, `${path} holds no certificate (${thrown instanceof Error ? thrown.message : String(thrown)})`, 'name a PEM file with a certificate');
  }
}

function keyIn(pem: string, path: string): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(pem);
  } catch {
    throw invalid(KEY, `${path} holds no private key that can be read`, 'name a PEM file with a private key without a passphrase');
  }
}
