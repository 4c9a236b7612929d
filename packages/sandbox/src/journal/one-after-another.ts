/** Does work when all that was asked for before has ended, well or not. */
export type OneAfterAnother = (work: () => Promise<void>) => Promise<void>;

export function oneAfterAnother(): OneAfterAnother {
  let last = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
