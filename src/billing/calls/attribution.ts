/** Whom a call is made for, as its caller said: what spend is told apart by. */
export interface Attribution {
  /** Each once, in the order in which they were said. */
  readonly tags: readonly string[];
  readonly endUser: string | undefined;
  readonly sessionId: string | undefined;
  /** Never empty. */
  readonly metadata: Readonly<Record<string, string>> | undefined;
}

/** The database keeps the tags of a call in one text until it makes a list of them: no tag holds a comma. */
export const TAG_SEPARATOR = ',';

/** `undefined` where nothing was said. */
export function attributionOf({ tags, endUser, sessionId, metadata }: Attribution): Attribution | undefined {
  const said = metadata !== undefined && Object.keys(metadata).length > 0 ? metadata : undefined;
  const isSilent =
    tags.length === 0 && endUser === undefined && sessionId === undefined && said === undefined;
  return isSilent ? undefined : { tags, endUser, sessionId, metadata: said };
}

/** As JSON keeps it. */
export type StoredAttribution = Partial<Attribution>;

/** Of a request whose batch says something too: `batch` is the head that it came with, which names users first, and sessions last. */
export function attributionInBatch(
  batch: StoredAttribution | undefined,
  item: StoredAttribution | undefined,
): Attribution | undefined {
  if (batch === undefined && item === undefined) return undefined;
  return attributionOf({
    tags: [...new Set([...(batch?.tags ?? []), ...(item?.tags ?? [])])],
    endUser: batch?.endUser ?? item?.endUser,
    sessionId: item?.sessionId ?? batch?.sessionId,
    metadata: item?.metadata,
  });
}
