import { describe, expect, it } from 'vitest';
import { lastPersonText, personText } from './person-text.js';

describe('the words of a person', () => {
  it.each([
    ['Hi', 'Hi'],
    ['<system-reminder>\nUse the Task tool.\n</system-reminder>\nHi', 'Hi'],
    ['Hi<system-reminder id="1">List the todos.</system-reminder>', 'Hi'],
    ['<environment_context>\n<cwd>/tmp</cwd>\n</environment_context>', ''],
    ['<environment_details># Files</environment_details><task>\nFix main.py\n</task>', 'Fix main.py'],
    ['<user_query>\nHi\n</user_query>', 'Hi'],
    ['Why is <b>this</b> bold, and what is <my-tag/>?', 'Why is <b>this</b> bold, and what is <my-tag/>?'],
    ['<system-reminder>never closed', '<system-reminder>never closed'],
  ])('in %j are %j', (text, words) => {
    expect(personText(text)).toBe(words);
  });

  it('are the last of several texts that hold any', () => {
    const reminder = '<system-reminder>x</system-reminder>';
    expect(lastPersonText([reminder, 'first', 'second', reminder])).toBe('second');
    expect(lastPersonText([reminder])).toBe('');
  });
});
