/** The player: one page that a display opens and that plays from then on (docs/signage.md). */
import './player.css'
import { start } from './start.ts'

await start()
