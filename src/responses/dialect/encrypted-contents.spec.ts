import { describe, expect, it } from 'vitest';
import { encryptedContents } from './encrypted-contents.js';

describe('encryptedContents', () => {
  it('finds members, and not what a text quotes', () => {
    const response = {
      output: [
        { type: 'reasoning', encrypted_content: 'gAAAAone==' },
        { type: 'message', content: [{ text: '{"encrypted_content":"quoted"}' }] },
        { type: 'reasoning', encrypted_content: 'gAAAAtwo', summary: [] },
        { type: 'reasoning', encrypted_content: null },
      ],
    };
    expect([...encryptedContents(Buffer.from(JSON.stringify(response)))]).toEqual(['gAAAAone==', 'gAAAAtwo']);
  });

  it.each(['', '{"encrypted_content":"never ends'])('finds nothing in %j', (json) => {
    expect([...encryptedContents(Buffer.from(json))]).toEqual([]);
  });
});
