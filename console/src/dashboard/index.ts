export { shareOf } from './figures.ts'
