/** The player: one page that a display opens and that plays from then on (docs/signage.md). */
import '@endcap/signage/masks.css'
import './player.css'
import { start } from './start.ts'

await start()
