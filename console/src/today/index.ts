export { Causes } from './Causes.tsx'
