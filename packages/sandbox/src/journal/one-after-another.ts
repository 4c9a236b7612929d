/** Runs work after all earlier work has ended, successfully or not. */
export type OneAfterAnother = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

export function oneAfterAnother(): OneAfterAnother {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
