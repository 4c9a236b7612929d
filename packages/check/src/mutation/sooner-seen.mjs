import { BaseSequencer } from "vitest/node";

const own = `/packages/core/src/${process.env.WONFLOW_MUTATED_FOLDER}/`;

/**
 * The order in which a change is seen soonest, as a run ends with the first test that fails: the tests of the
 * folder that is mutated first, and short ones before long ones.
 */
export class SoonerSeen extends BaseSequencer {
  async sort(files) {
    const shortestFirst = (await super.sort(files)).toReversed();
    const isOwn = ({ moduleId }) => moduleId.includes(own);
    return [...shortestFirst.filter(isOwn), ...shortestFirst.filter((file) => !isOwn(file))];
  }
}
