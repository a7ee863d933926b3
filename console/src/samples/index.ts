export { RemoveSamples } from './remove-samples.modal.tsx'
export { TakeSamples } from './TakeSamples.tsx'
export { useSamples } from './use-samples.ts'
