import { describe, expect, it } from 'vitest';
import { BYTES_EACH, MAX_PROJECT_BYTES, ProjectRoom } from './project-room.js';

describe('the room of a project', () => {
  it('is measured once, counts what is taken since, and ends at its bound', async () => {
    let measured = 0;
    const room = new ProjectRoom(() => {
      measured += 1;
      return Promise.resolve(MAX_PROJECT_BYTES - 2 * BYTES_EACH - 300);
    });
    expect(await room.take('prj_1', 200)).toBe(true);
    expect(await room.take('prj_1', 101)).toBe(false);
    expect(await room.take('prj_1', 100)).toBe(true);
    expect(await room.take('prj_1', 0)).toBe(false);
    expect(measured).toBe(1);
  });

  it('is nothing of another project', async () => {
    const room = new ProjectRoom((project) => Promise.resolve(project === 'full' ? MAX_PROJECT_BYTES : 0));
    expect([await room.take('full', 1), await room.take('empty', 1)]).toEqual([false, true]);
  });

  it('is measured again after it could not be', async () => {
    let fails = true;
    const room = new ProjectRoom(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve(0)));
    await expect(room.take('prj_1', 1)).rejects.toThrow('away');
    fails = false;
    expect(await room.take('prj_1', 1)).toBe(true);
  });
});
