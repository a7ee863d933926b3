/**
 * Ports: what a wing asks of wings above it. A wing imports only what is below it (docs/architecture.md); where it needs an answer from above,
 * such as a catalogue that has a label drawn, it says in its `ports.ts` what it asks for, by adding to this interface, and calls
 * `context.ports`. `server/src/ports.ts` fills all of them: a port that is not filled does not compile.
 */
export interface Ports {}
