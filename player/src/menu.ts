/** The display's own menu, for who stands in front of it. */
import type { CurrentPlan } from './current-plan.ts'
import { addressOf } from './identity.ts'
import { forget, keep } from './database.ts'
import type { Link } from './link.ts'
import type { Player } from './player.ts'
import { askMenu, askSetup } from './screen/forms.ts'
import { words } from './words.ts'

export interface MenuParts {
  link: Pick<Link, 'menu'>
  plan: Pick<CurrentPlan, 'held'>
  player: Pick<Player, 'info'>
  /** What the set-up begins with. */
  mac: string
  storeCode: string
  restart(): Promise<void>
}

/** In a store that has set a code for it, the menu asks for that first; one that cannot be asked opens nothing. */
export async function openMenu(parts: MenuParts): Promise<void> {
  const { link, plan, player, restart } = parts
  const asked = await link.menu('').catch(() => undefined)
  const manifest = plan.held()
  if (manifest === undefined || asked?.needed === false) return setUp(parts)
  const choice = await askMenu(async (pin) => (await link.menu(pin)).role)
  if (choice === 'setup') return setUp(parts)
  if (choice === 'info') return player.info(manifest.settings.infoSeconds)
  return choice === 'restart' ? restart() : undefined
}

/** Asks for the display's address and its store, and starts the page anew with them. */
async function setUp({ mac, storeCode }: Pick<MenuParts, 'mac' | 'storeCode'>): Promise<void> {
  const check = (typed: string) => (addressOf(typed) === undefined ? words.wrongAddress : undefined)
  const typed = await askSetup(mac, storeCode, check)
  await keep('mac', addressOf(typed.mac) ?? mac)
  await keep('storeCode', typed.storeCode)
  await forget('token')
  location.search = ''
}
