/**
 * The measurements. Each is made in rounds; in a round every contestant (a peer with a workload) gets a slice, in
 * random order. `slices` stretches the slice where a tail or a whole stream must fit in; `extraRounds` adds rounds
 * where slices differ widely (large bodies: by the page faults of a heap that grows and shrinks); `paceMs` slows the
 * upstream's streams; `beside` is a load on the same peer that runs along and is not counted.
 */
export const CELLS = [
  {
    id: 'chat-32',
    title: 'chat, 32 connections',
    load: { connections: 32 },
    contestants: onPeers('chat', ['direct', 'bare', 'gateway', 'portkey']),
  },
  {
    id: 'chat-1',
    title: 'chat, one at a time',
    load: { connections: 1 },
    contestants: onPeers('chat', ['direct', 'bare', 'gateway', 'portkey']),
  },
  {
    id: 'chat-300',
    title: 'chat, 300 calls/s',
    load: { connections: 64, ratePerSecond: 300 },
    slices: 2,
    contestants: onPeers('chat', ['direct', 'bare', 'gateway']),
  },
  {
    id: 'messages-32',
    title: 'Messages passthrough, 32 connections',
    load: { connections: 32 },
    contestants: onPeers('messages', ['direct', 'bare', 'gateway']),
  },
  {
    id: 'streams-16',
    title: 'streams of 50 chunks, 16 connections',
    load: { connections: 16 },
    contestants: [
      ...onPeers('stream', ['direct', 'bare', 'gateway', 'portkey']),
      { key: 'gateway, translated', peer: 'gateway', workload: 'streamTranslated' },
    ],
  },
  {
    id: 'responses-32',
    title: 'chat and Responses, 32 connections',
    load: { connections: 32 },
    contestants: onGateway({ chat: 'chat', responses: 'responses' }),
  },
  {
    id: 'responses-300',
    title: 'Responses, kept or not, 300 calls/s',
    load: { connections: 64, ratePerSecond: 300 },
    slices: 2,
    contestants: onGateway({ unkept: 'responses', kept: 'responsesStored' }),
  },
  {
    id: 'responses-streams-16',
    title: 'streams of 50 chunks, chat and Responses, 16 connections',
    load: { connections: 16 },
    contestants: onGateway({
      chat: 'stream',
      responses: 'responsesStream',
      'chat, translated': 'streamTranslated',
      'responses, translated': 'responsesStreamTranslated',
    }),
  },
  {
    id: 'responses-chain-1',
    title: 'a Responses call behind 200 kept turns, and the same sent whole, one at a time',
    load: { connections: 1 },
    contestants: onGateway({ whole: 'responsesWhole', chain: 'responsesChain' }),
  },
  {
    id: 'beside-responses',
    title: 'small chats, 100 calls/s, beside 19 MB Responses bodies one after another',
    load: { connections: 64, ratePerSecond: 100 },
    slices: 2,
    beside: ['largeResponses'],
    contestants: onGateway({ chat: 'chat' }),
  },
  {
    id: 'streams-1',
    title: 'streams of 50 chunks, one at a time',
    load: { connections: 1 },
    contestants: onPeers('stream', ['direct', 'bare', 'gateway', 'portkey']),
  },
  {
    id: 'paced-500',
    title: '500 streams of 50 chunks, 20 ms between chunks',
    load: { connections: 500, rampSeconds: 1 },
    warmUps: 2,
    slices: 2,
    paceMs: 20,
    contestants: onPeers('stream', ['direct', 'bare', 'gateway']),
  },
  {
    id: 'large-1',
    title: '900 KB chat, one at a time',
    load: { connections: 1 },
    extraRounds: 4,
    contestants: onPeers('largeChat', ['direct', 'bare', 'gateway']),
  },
  {
    id: 'beside-large',
    title: 'small chats, 100 calls/s, beside 4 MB embeddings one after another',
    load: { connections: 64, ratePerSecond: 100 },
    slices: 2,
    beside: ['largeEmbeddings', 'largeChat'],
    contestants: onPeers('chat', ['direct', 'bare', 'gateway']),
  },
  {
    id: 'compressed-1',
    title: '900 KB chat with prompt compression, one at a time',
    load: { connections: 1 },
    contestants: onPeers('largeChatCompressed', ['direct', 'gateway']),
    onlyOnDemand: true,
  },
];

function onPeers(workload, peers) {
  return peers.map((peer) => ({ key: peer, peer, workload }));
}

/** Two ways to ask the gateway, beside each other. */
function onGateway(workloads) {
  return Object.entries(workloads).map(([key, workload]) => ({ key, peer: 'gateway', workload }));
}
