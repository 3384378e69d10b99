import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** Linux counts process time in ticks of a hundredth of a second. */
const MICROSECONDS_PER_TICK = 10_000;

/** CPU time of a process with all its threads, µs; NaN where /proc does not tell. */
export function cpuMicroseconds(pid) {
  try {
    const fields = statFields(pid);
    return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK;
  } catch {
    return NaN;
  }
}

/** CPU time of a process's main thread, which in Node.js is its event loop, µs; NaN where /proc does not tell. */
export function mainThreadMicroseconds(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000;
  } catch {
    return NaN;
  }
}

/** CPU time of a process by its threads, µs, finer than `cpuMicroseconds`: `{main, all}`; NaN where /proc does not tell. */
export function threadMicroseconds(pid) {
  let all = 0;
  for (const thread of listFolder(`/proc/${pid}/task`)) {
    try {
      all += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000;
    } catch {
      // It ended meanwhile.
    }
  }
  return { main: mainThreadMicroseconds(pid), all };
}

/** Resident memory of a process, MB of 1,048,576 bytes; NaN where /proc does not tell. */
export function residentMb(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024;
  } catch {
    return NaN;
  }
}

/** Ids of the processes that work inside `folder` (PostgreSQL's all do: its data folder), not `exceptPid`. */
export function processesInside(folder, exceptPid) {
  const found = [];
  for (const name of listFolder('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === exceptPid) continue;
    try {
      const workingFolder = readlinkSync(`/proc/${name}/cwd`);
      if (workingFolder === folder || workingFolder.startsWith(`${folder}/`)) found.push(Number(name));
    } catch {
      // It ended meanwhile, or belongs to someone else.
    }
  }
  return found;
}

/**
 * CPU time of several processes between two moments, µs; those that appeared in between count from their start.
 * NaN when there are none.
 */
export function startCpuMeter(listPids) {
  const before = new Map(listPids().map((pid) => [pid, cpuMicroseconds(pid)]));
  return () => {
    const pids = listPids();
    let total = pids.length === 0 ? NaN : 0;
    for (const pid of pids) total += cpuMicroseconds(pid) - (before.get(pid) ?? 0);
    return total;
  };
}

/** `{busy, total}` of the machine since its start in ticks, `busy` with what the hypervisor took; NaN elsewhere. */
export function machineTicks() {
  try {
    const numbers = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).slice(1, 9).map(Number);
    const total = numbers.reduce((sum, ticks) => sum + ticks, 0);
    return { busy: total - numbers[3] - numbers[4], total };
  } catch {
    return { busy: NaN, total: NaN };
  }
}

function statFields(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function listFolder(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
