import { serverName, startServer } from '#deploy/servers/mod.ts';

/** A process that starts a server in a folder, prints its pid as a line and waits: `node holder.ts nats FOLDER [throw]`. */
const [name = '', folder = '', how] = process.argv.slice(2);
const server = await startServer(serverName(name), { folder });
console.log(server.pid);
if (how === 'throw') throw new Error('a failure nobody expected');
if (how === 'exit') process.exit(3);
setInterval(() => undefined, 1_000_000);
