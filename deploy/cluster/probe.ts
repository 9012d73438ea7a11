import { loadConfig } from '#kit/config.ts';
import { runProcess } from '#kit/process.ts';
import { Certificates } from '#kit/rpc/certificates.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { serving } from './serving.ts';

/**
 * `node deploy/cluster/probe.ts HOST:PORT`: exit code 0 if the server there says that it serves. For probes of Kubernetes where calls go
 * over TLS, which its own gRPC probes do not speak: shows the certificate of the process that it runs beside.
 */
await runProcess('caller', async () => {
  const [address] = process.argv.slice(2);
  if (address === undefined) throw invalid('address', 'is missing', 'write node deploy/cluster/probe.ts HOST:PORT');
  const { tls } = loadConfig(process.env).rpc;
  const ready = await serving(address, tls === undefined ? undefined : await Certificates.open(tls));
  if (!ready) throw new GyreError('UNAVAILABLE', `${address} does not serve`, { boundary: 'caller' });
  process.exit(0);
});
