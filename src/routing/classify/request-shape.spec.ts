import { describe, expect, it } from 'vitest';
import { makesOneHiddenClass } from '../../../test/support/hidden-class.js';
import { viewOfTask } from '../../wire/openai/read-chat-view.js';
import { readShape } from './request-shape.js';

describe('readShape', () => {
  it('makes no hidden class for each request', () => {
    expect(makesOneHiddenClass(() => readShape(viewOfTask('Translate this.')))).toBe(true);
  });
});
