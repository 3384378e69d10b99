import type { FastifyReply } from 'fastify';

/** Sees what goes to a client, after it was handed to the connection. Must keep nothing of the bytes but copies. */
export interface AnswerWatch {
  /** A whole answer, an error too. */
  whole(bytes: Buffer): void;
  /** The next bytes of a stream. */
  piece(bytes: Buffer): void;
}

/** Both see it, one after the other. */
export function bothWatch(first: AnswerWatch, second: AnswerWatch): AnswerWatch {
  return {
    whole: (bytes) => {
      first.whole(bytes);
      second.whole(bytes);
    },
    piece: (bytes) => {
      first.piece(bytes);
      second.piece(bytes);
    },
  };
}

const WATCH = Symbol('answer watch');
type Watched = FastifyReply & { [WATCH]?: AnswerWatch };

/** Who sees the answer when it becomes an error, which goes out past its call. */
export function setAnswerWatch(reply: FastifyReply, watch: AnswerWatch): void {
  (reply as Watched)[WATCH] = watch;
}

export function answerWatchOf(reply: FastifyReply): AnswerWatch | undefined {
  return (reply as Watched)[WATCH];
}
