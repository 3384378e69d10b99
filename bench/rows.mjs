const GROWTH_TOLERANCE_MB = 8;

/**
 * The rows of the result, with their bars. `value(round)` takes one round of the row's cell (slices by contestant);
 * the row's value is the median over the rounds, so that drift of the machine cancels inside each round.
 * Rows with `memory` come from the memory watch instead.
 */
export const ROWS = [
  {
    id: 'chat-ratio',
    title: 'chat calls/s ÷ bare proxy, 32 connections',
    cell: 'chat-32',
    uses: ['gateway', 'bare'],
    ...atLeast(0.55, 0.8),
    value: ({ gateway, bare }) => gateway.callsPerSecond / bare.callsPerSecond,
  },
  {
    id: 'chat-portkey',
    title: 'chat calls/s ÷ Portkey 1.15.2, 32 connections',
    cell: 'chat-32',
    uses: ['gateway', 'portkey'],
    ...atLeast(6, 10),
    value: ({ gateway, portkey }) => gateway.callsPerSecond / portkey.callsPerSecond,
  },
  {
    id: 'chat-added-one',
    title: 'chat added p50, one at a time, ms',
    cell: 'chat-1',
    uses: ['gateway', 'direct'],
    ...atMost(2, 1),
    value: ({ gateway, direct }) => gateway.latency.p50 - direct.latency.p50,
  },
  {
    id: 'chat-added-300',
    title: 'chat added p50 at 300 calls/s, ms',
    cell: 'chat-300',
    uses: ['gateway', 'direct'],
    ...atMost(2, 1.3),
    value: ({ gateway, direct }) => gateway.latency.p50 - direct.latency.p50,
  },
  {
    id: 'chat-added-300-p99',
    title: 'chat added p99 at 300 calls/s, ms',
    cell: 'chat-300',
    uses: ['gateway', 'direct'],
    ...atMost(10, 4),
    value: ({ gateway, direct }) => gateway.latency.p99 - direct.latency.p99,
  },
  {
    id: 'messages-ratio',
    title: 'Messages passthrough calls/s ÷ bare proxy, 32 connections',
    cell: 'messages-32',
    uses: ['gateway', 'bare'],
    ...atLeast(0.55, 0.8),
    value: ({ gateway, bare }) => gateway.callsPerSecond / bare.callsPerSecond,
  },
  {
    id: 'streams-ratio',
    title: 'streams/s ÷ bare proxy, 50 chunks, 16 connections',
    cell: 'streams-16',
    uses: ['gateway', 'bare'],
    ...atLeast(0.55, 0.75),
    value: ({ gateway, bare }) => gateway.callsPerSecond / bare.callsPerSecond,
  },
  {
    id: 'first-byte',
    title: 'stream added first byte p50, one at a time, ms',
    cell: 'streams-1',
    uses: ['gateway', 'direct'],
    ...atMost(1.5, 0.8),
    value: ({ gateway, direct }) => gateway.firstByte.p50 - direct.firstByte.p50,
  },
  {
    id: 'streams-translated',
    title: 'streams/s translated from provider A ÷ untranslated',
    cell: 'streams-16',
    uses: ['gateway, translated', 'gateway'],
    ...atLeast(0.5, 0.7),
    value: (round) => round['gateway, translated'].callsPerSecond / round.gateway.callsPerSecond,
  },
  {
    id: 'responses-ratio',
    title: 'Responses calls/s ÷ chat calls/s, nothing kept, 32 connections',
    cell: 'responses-32',
    uses: ['responses', 'chat'],
    ...atLeast(0.9, 0.9),
    value: ({ responses, chat }) => responses.callsPerSecond / chat.callsPerSecond,
  },
  {
    id: 'responses-cpu',
    title: 'CPU of a Responses call ÷ of a chat call',
    cell: 'responses-32',
    uses: ['responses', 'chat'],
    ...atMost(1.1, 1.1),
    value: ({ responses, chat }) => cpuOfCall(responses) / cpuOfCall(chat),
  },
  {
    id: 'responses-kept',
    title: 'added p50 by keeping a response, 300 calls/s, ms',
    cell: 'responses-300',
    uses: ['kept', 'unkept'],
    ...atMost(0.3, 0.3),
    value: ({ kept, unkept }) => kept.latency.p50 - unkept.latency.p50,
  },
  {
    id: 'responses-streams',
    title: 'Responses streams/s ÷ chat streams/s, 16 connections',
    cell: 'responses-streams-16',
    uses: ['responses', 'chat'],
    ...atLeast(0.9, 0.9),
    value: ({ responses, chat }) => responses.callsPerSecond / chat.callsPerSecond,
  },
  {
    id: 'responses-streams-cpu',
    title: 'CPU of a Responses stream ÷ of a chat stream',
    cell: 'responses-streams-16',
    uses: ['responses', 'chat'],
    ...atMost(1.1, 1.1),
    value: ({ responses, chat }) => cpuOfCall(responses) / cpuOfCall(chat),
  },
  {
    id: 'responses-translated',
    title: 'Responses streams/s ÷ chat streams/s, both translated from provider A',
    cell: 'responses-streams-16',
    uses: ['responses, translated', 'chat, translated'],
    ...atLeast(0.85, 0.85),
    value: (round) =>
      round['responses, translated'].callsPerSecond / round['chat, translated'].callsPerSecond,
  },
  {
    id: 'responses-chain',
    title: 'added p50 by resolving 200 kept turns, ms',
    cell: 'responses-chain-1',
    uses: ['chain', 'whole'],
    ...atMost(20, 20),
    value: ({ chain, whole }) => chain.latency.p50 - whole.latency.p50,
  },
  {
    id: 'responses-stall',
    title: 'small-chat p99 beside 19 MB Responses bodies, ms',
    cell: 'beside-responses',
    uses: ['chat'],
    ...atMost(60, 20),
    value: ({ chat }) => chat.latency.p99,
  },
  {
    id: 'large-added',
    title: '900 KB chat added p50, ms',
    cell: 'large-1',
    uses: ['gateway', 'direct'],
    ...atMost(12, 4),
    value: ({ gateway, direct }) => gateway.latency.p50 - direct.latency.p50,
  },
  {
    id: 'large-ratio',
    title: '900 KB chat calls/s ÷ bare proxy',
    cell: 'large-1',
    uses: ['gateway', 'bare'],
    ...atLeast(0.2, 0.4),
    value: ({ gateway, bare }) => gateway.callsPerSecond / bare.callsPerSecond,
  },
  {
    id: 'beside-large',
    title: 'small-chat p99 beside 4 MB embeddings, ms',
    cell: 'beside-large',
    uses: ['gateway'],
    ...atMost(120, 50),
    value: ({ gateway }) => gateway.latency.p99,
  },
  {
    id: 'paced',
    title: '500 paced streams: chunks/s a core of the gateway',
    cell: 'paced-500',
    uses: ['gateway'],
    ...atLeast(8_000, 10_000),
    value: ({ gateway }) => gateway.events / (gateway.cpu.process / 1e6),
  },
  { id: 'memory-idle', title: 'memory idle, MB RSS', memory: 'idleMb', ...atMost(160, 120) },
  {
    id: 'memory-32',
    title: 'memory at 32 connections, peak MB RSS',
    cell: 'chat-32',
    memory: 'chat-32',
    ...atMost(220, 150),
  },
  {
    id: 'memory-large',
    title: 'memory with 4 MB bodies, peak MB RSS',
    cell: 'beside-large',
    memory: 'beside-large',
    ...atMost(350, 200),
  },
  {
    id: 'memory-growth',
    title: `memory growth over the second half of the calls, MB (none: at most ${GROWTH_TOLERANCE_MB})`,
    memory: 'growthMb',
    growth: true,
    ...atMost(GROWTH_TOLERANCE_MB, GROWTH_TOLERANCE_MB),
  },
  {
    id: 'compressed',
    title: '900 KB chat with compression: added p50, ms',
    cell: 'compressed-1',
    onlyOnDemand: true,
    uses: ['gateway', 'direct'],
    value: ({ gateway, direct }) => gateway.latency.p50 - direct.latency.p50,
  },
];

function cpuOfCall({ cpu, calls }) {
  return cpu.process / calls;
}

function atLeast(floor, goal) {
  return { better: 'higher', floor, goal };
}

function atMost(floor, goal) {
  return { better: 'lower', floor, goal };
}
