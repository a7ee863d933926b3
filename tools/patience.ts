/** How long tests wait for what is to happen, journeys aside (e2e/patience.ts), in milliseconds: the machine may be busy with other things. */
export const patienceMs = 60_000
