/** Where the head of a request says whom it is for; the prefix is that of the settings. */
export interface AttributionHeaders {
  readonly tags: string;
  readonly user: string;
}

export function attributionHeaders(prefix: string): AttributionHeaders {
  return { tags: `${prefix}tags`, user: `${prefix}user` };
}
