import { describe, expect, it } from 'vitest';
import { atOnce, inPieces } from './steps.js';
import { maskSecrets, maskSecretsInSteps } from './mask-secrets.js';

const A = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA';
const KEY_BLOCK = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${A}\n${A}==\n-----END RSA PRIVATE KEY-----`;

/** As a JSON string may write it: each letter, or those that a test names, by its number. */
const escaped = (text: string, which = /[\s\S]/g, backslashes = '\\'): string =>
  text.replaceAll(which, (one) => `${backslashes}u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('maskSecrets', () => {
  it.each([
    ['a key of provider B', `use sk-proj-${A} now`, 'use [masked:api_key] now'],
    ['a key of provider A', `"sk-ant-api03-${A}_-x"`, '"[masked:api_key]"'],
    ['a key of ours', `key=svc_live_${A}`, 'key=[masked:token]'],
    ['an admin token of ours', `svc_admin_${A}`, '[masked:token]'],
    ['a payment key', `sk_live_${A} rk_test_${A}`, '[masked:token] [masked:token]'],
    ['a token of a code host', `ghp_${A}, github_pat_${A}`, '[masked:token], [masked:token]'],
    ['another code host', `glpat-${A}`, '[masked:api_key]'],
    ['a chat token', `xoxb-123456789012-${A}`, '[masked:api_key]'],
    ['a model hub', `hf_${A}`, '[masked:token]'],
    ['a key of a search company', `AIza${A}abc`, '[masked:google]'],
    ['a mail service', `SG.${A}.${A}`, '[masked:sendgrid]'],
    ['a bearer token', `Authorization: Bearer ${A}.x`, 'Authorization: Bearer [masked:bearer]'],
    ['a bearer token in lower case', `authorization: bearer ${A}`, 'authorization: bearer [masked:bearer]'],
    ['basic credentials', 'Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [masked:basic]'],
    [
      'basic credentials in JSON',
      '"Authorization":"Basic dXNlcjpwYXNz"',
      '"Authorization":"Basic [masked:basic]"',
    ],
    ['an AWS key id', 'id AKIAIOSFODNN7EXAMPLE.', 'id [masked:aws_key].'],
    [
      'an AWS secret',
      'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'aws_secret_access_key = [masked:aws_secret]',
    ],
    [
      'an AWS secret in JSON within JSON, slashes escaped',
      String.raw`{\"SecretAccessKey\":\"wJalrXUtnFEMI\/K7MDENG\/bPxRfiCYEXAMPLEKEY\"}`,
      String.raw`{\"SecretAccessKey\":\"[masked:aws_secret]\"}`,
    ],
    ['a JWT', `x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${A} y`, 'x [masked:jwt] y'],
    ['a private key', `a ${KEY_BLOCK} b`, 'a [masked:private_key] b'],
    ['a private key in JSON', JSON.stringify({ k: KEY_BLOCK }), '{"k":"[masked:private_key]"}'],
    ['a private key without its end', `"${KEY_BLOCK.slice(0, 60)}"`, '"[masked:private_key]"'],
    [
      'a password in an address',
      'postgres://bob:s3cret@db.example.com/x',
      'postgres://bob:[masked:url_password]@db.example.com/x',
    ],
    ['one without a user', 'redis://:s3cret@cache:6379', 'redis://:[masked:url_password]@cache:6379'],
    ['one with an @ in it', 'mongodb+srv://u:p@ss@host/db', 'mongodb+srv://u:[masked:url_password]@host/db'],
    [
      'one in JSON with escaped slashes',
      String.raw`"amqp:\/\/u:hunter2@mq"`,
      String.raw`"amqp:\/\/u:[masked:url_password]@mq"`,
    ],
    [
      'a password of a connection string',
      'Server=x;Password=hunter2;Database=y',
      'Server=x;Password=[masked:password];Database=y',
    ],
    ['a storage account', `AccountKey=${A}${A}==;x`, 'AccountKey=[masked:azure];x'],
  ])('masks %s', (_, text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  it.each([
    'A plain sentence about bearer tokens and secret keys.',
    'sk-short, task-0123456789abcdef0123, ask-me-anything-about-this-thing',
    'https://example.com:8080/path@v2 and mailto:a@b.example',
    'eyJ is how they begin; so does eyJ.eyJ',
    '{"model":"vendora/claude-sonnet-5-5","content":"the password is unknown"}',
    'Basic understanding of authorization',
    'AKIAIOSFODNN7EXAMPLEmore is a longer word',
    '語 text, Ünïcode and 🙂',
  ])('leaves alone: %s', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it.each([0, 1, 7, 15, 20, 40])(
    'masks a secret whole that is cut %i characters after its beginning',
    (offset) => {
      const text = `${'x'.repeat(100)} sk-proj-${A} rest`;
      const kept = atOnce(maskSecretsInSteps(text, 101 + offset));
      expect(kept.startsWith(`${'x'.repeat(100)} `)).toBe(true);
      expect(kept).not.toContain('sk-');
      expect(kept.includes('[masked:api_key]')).toBe(offset > 0);
    },
  );

  it.each([
    ['written by its numbers', `{"k":"${escaped(`sk-proj-${A}`)}"}`, '{"k":"[masked:api_key]"}'],
    [
      'of which one letter is',
      `{"k":"sk-proj-${A.replace('Q', escaped('Q'))}x"}`,
      '{"k":"[masked:api_key]"}',
    ],
    ['of which one is in upper case', String.raw`"\u0073\u006B-proj-${A}"`, '"[masked:api_key]"'],
    [
      'in JSON within JSON',
      `{"arguments":"{\\"k\\":\\"${escaped(`sk-ant-${A}`, /[a-z]/g, '\\\\')}\\"}"}`,
      String.raw`{"arguments":"{\"k\":\"[masked:api_key]\"}"}`,
    ],
    [
      'whose mark before it is escaped',
      escaped(`Bearer ${A}`, /[ er]/g),
      `${escaped('Bearer ', /[ er]/g)}[masked:bearer]`,
    ],
    ['in a private key', `"${escaped(KEY_BLOCK)}"`, '"[masked:private_key]"'],
    [
      'in an address',
      escaped('redis://:s3cret@cache', /[:/@s]/g),
      `redi${escaped('s')}${escaped('://:', /./g)}[masked:url_password]${escaped('@')}cache`,
    ],
    [
      'behind the end of a line',
      String.raw`"My key:\nsk-proj-${A}"`,
      String.raw`"My key:\n[masked:api_key]"`,
    ],
    ['behind a tab in JSON within JSON', String.raw`"\\tghp_${A}"`, String.raw`"\\t[masked:token]"`],
    ['behind an escaped space', `"key${escaped(' ')}ghp_${A}"`, `"key${escaped(' ')}[masked:token]"`],
  ])('sees through the escapes of JSON: a secret %s', (_, text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  it('leaves every byte but the secret as it was written', () => {
    const before = String.raw`{"a":1.0,"b":"\u00e9\u003c\u0026\/ \ud83d\ude42 \u0041","c":"`;
    const after = String.raw`","d":1e400,"\u0061":"\u00"}`;
    expect(maskSecrets(before + after)).toBe(before + after);
    expect(maskSecrets(before + escaped(`sk-proj-${A}`) + after)).toBe(`${before}[masked:api_key]${after}`);
  });

  it.each([
    escaped(`task-${A}`),
    `a${escaped('sk')}-${A}`,
    `${escaped('a')}sk-${A}`,
    `\\\\u0073k-short`,
    `${escaped('sk-short')} \\u00`,
    String.raw`C:\desk-${A}`,
  ])('leaves alone what is none when it is read: %s', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it('sees secrets and words through escapes wherever steps meet', () => {
    const secret = escaped(`sk-ant-${A}`, /[a-z ]/g);
    const word = `des${escaped(`k-${A}`, /k/g)} ${escaped('a')}sk-${A}`;
    for (let shift = -320; shift <= 20; shift += 1) {
      const before = 'word '.repeat(3_300).slice(0, 16_384 + shift);
      expect(maskSecrets(`${before} ${secret} end`)).toBe(`${before} [masked:api_key] end`);
      expect(maskSecrets(`${before} ${word} end`)).toBe(`${before} ${word} end`);
    }
  });

  it('sees secrets wherever steps meet', () => {
    for (let shift = -60; shift <= 10; shift += 1) {
      const before = 'word '.repeat(3_300).slice(0, 16_384 + shift - 1);
      expect(maskSecrets(`${before} sk-ant-${A} end`)).toBe(`${before} [masked:api_key] end`);
    }
  });

  it.each([
    ['beginnings of tokens', 'eyJ-'.repeat(40_000)],
    ['one endless token', `sk-${'a'.repeat(160_000)}`],
    ['addresses without an end', 'a://b:'.repeat(26_000)],
    ['beginnings of key blocks', '-----BEGIN PRIVATE KEY-----'.repeat(6_000)],
    ['colons and slashes', 'http://:'.repeat(20_000)],
    ['bearers', 'Bearer '.repeat(22_000)],
    ['backslashes', 'secret_key\\\\\\\\'.repeat(10_000)],
    ['backslashes alone', '\\'.repeat(160_000)],
    ['escapes', escaped('-----BEGIN PRIVATE KEY-----'.repeat(1_000))],
    ['escapes of backslashes', escaped('\\'.repeat(26_000))],
    ['escaped beginnings of tokens', escaped('eyJ-'.repeat(6_600))],
  ])('works in small steps on %s', async (_, text) => {
    let steps = 0;
    const counted = maskSecretsInSteps(text);
    await inPieces(
      (function* () {
        for (;;) {
          const step = counted.next();
          steps += 1;
          if (step.done === true) return step.value;
          yield;
        }
      })(),
    );
    expect(steps).toBeGreaterThan(text.startsWith('sk-') ? 0 : 3);
  });

  it('leaves the event loop a turn among many secrets, and masks each of them', () => {
    const masking = maskSecretsInSteps('password=abc '.repeat(1_200));
    let steps = 1;
    let step = masking.next();
    for (; step.done !== true; step = masking.next()) steps += 1;
    expect(step.value).toBe('password=[masked:password] '.repeat(1_200));
    expect(steps).toBeGreaterThanOrEqual(9);
  });
});
