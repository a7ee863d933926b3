/** `npm run -s openapi` */
import { openApi } from './openapi.ts'

console.log(JSON.stringify(openApi(), undefined, 2))
