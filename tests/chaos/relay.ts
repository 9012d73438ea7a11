import { connect, createServer } from 'node:net';

/** `node relay.ts LISTEN_HOST TARGET_HOST TARGET_PORT`: joins each connection to one of its own to the target, and prints its port. */
const [, , listenHost = '', targetHost = '', targetPort = ''] = process.argv;

const server = createServer((socket) => {
  const onward = connect(Number(targetPort), targetHost);
  const end = () => {
    socket.destroy();
    onward.destroy();
  };
  socket.on('error', end).on('close', end);
  onward.on('error', end).on('close', end);
  socket.pipe(onward);
  onward.pipe(socket);
});
server.listen(0, listenHost, () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(address.port);
});
