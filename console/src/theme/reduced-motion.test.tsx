/** Who asked the system for less motion: menus and lists of choices are there, and gone, without moving. */
import { MantineProvider, Menu } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { theme } from './mantine.ts'

/** The answer of a browser to a media query. */
const asked = (media: string, matches: boolean): MediaQueryList =>
  Object.assign(new EventTarget(), { media, matches, onchange: null, addListener: () => undefined, removeListener: () => undefined })

/** Opens a menu and closes it again; answers whether it was still seen in the moment after. */
async function lingers(reduced: boolean) {
  const matchMedia = vi.spyOn(window, 'matchMedia').mockImplementation((media) => asked(media, reduced && media.includes('reduced-motion')))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    root.unmount()
    document.body.innerHTML = ''
    matchMedia.mockRestore()
  })
  const draw = (opened: boolean) =>
    flushSync(() =>
      root.render(
        <MantineProvider theme={theme}>
          <Menu opened={opened}>
            <Menu.Target>
              <button type="button">More</button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item>Send again</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </MantineProvider>,
      ),
    )
  const isSeen = () => document.querySelector('[role=menuitem]') !== null
  draw(false)
  draw(true)
  await expect.poll(() => isSeen()).toBe(true)
  draw(false)
  return isSeen()
}

test('a menu goes at once where less motion is asked for, and fades where it is not', async () => {
  expect(await lingers(true)).toBe(false)
  expect(await lingers(false)).toBe(true)
})
