import { describe, expect, it } from 'vitest';
import { printContent } from './print-content.js';

describe('printContent', () => {
  it.each([
    ['{"a":[1,"<b>"]}', '{\n  "a": [\n    1,\n    "<b>"\n  ]\n}'],
    ['{"a":"cut in the mid', '{"a":"cut in the mid'],
    ['', ''],
    ['plain text', 'plain text'],
  ])('prints %j', (text, printed) => {
    expect(printContent(text)).toBe(printed);
  });
});
