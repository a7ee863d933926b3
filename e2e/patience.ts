/** How long journeys wait for what is to happen. It is no claim: a machine that is busy with other things may take all of it, and what fails waits in vain. */

/** For one step: a row, a state, an answer. */
export const patienceMs = 300_000
/** For a test with all its steps. */
export const journeyMs = 1_200_000
