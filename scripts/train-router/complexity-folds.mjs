/** Subjects of one exam are many: they are left out in so many groups. */
const SUBJECT_GROUPS = 8;

/** Rows that are alike are left out together: word problems of every source, subjects in groups, each other data set alone. */
export function sourceFoldOf({ labels: { domain } }) {
  if (/gsm/.test(domain)) return 'word problems';
  const subject = /^mmlu\/(.*)$/.exec(domain)?.[1];
  if (subject === undefined) return domain;
  return `subjects ${hashOf(subject) % SUBJECT_GROUPS}`;
}

/** Other rows of sources that are known. */
export function rowFoldOf({ id }) {
  return `rows ${hashOf(id) % 5}`;
}

function hashOf(text) {
  let hash = 7;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  return hash;
}
