// The denominator of the ratios: what Node alone can do. node:http in, node:http out, kept-alive connections,
// bodies piped; nothing is parsed, checked, counted or stored.
//
//   PORT=0 UPSTREAM_PORT=9100 node bench/bare-proxy.mjs        prints {"listening":PORT}
import http from 'node:http';

const upstreamPort = Number(process.env.UPSTREAM_PORT);
const agent = new http.Agent({ keepAlive: true, noDelay: true, maxSockets: 2_048 });

const server = http.createServer((request, response) => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer dummy' };
  const length = request.headers['content-length'];
  if (length !== undefined) headers['content-length'] = length;
  const outgoing = http.request(
    { host: '127.0.0.1', port: upstreamPort, method: request.method, path: request.url, headers, agent },
    (answer) => {
      const answerHeaders = { 'content-type': answer.headers['content-type'] };
      const answerLength = answer.headers['content-length'];
      if (answerLength !== undefined) answerHeaders['content-length'] = answerLength;
      response.writeHead(answer.statusCode, answerHeaders);
      answer.pipe(response);
    },
  );
  outgoing.on('error', () => {
    if (!response.headersSent) response.writeHead(502);
    response.end();
  });
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  request.pipe(outgoing);
});

server.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1', backlog: 2_048 }, () =>
  console.log(JSON.stringify({ listening: server.address().port })),
);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
// Started by the benchmark, standard input is a pipe that closes with it, even when it is killed.
if (process.env.EXIT_WITH_STDIN === '1') process.stdin.resume().on('close', () => process.exit(0));
