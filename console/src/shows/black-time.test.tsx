/** What the editor of a show says of the time in which nothing plays. */
import { expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { BlackTime } from './BlackTime.tsx'

const film = {
  left: 0,
  top: 0,
  width: 640,
  height: 270,
  items: [{ id: 'film', start: 0, duration: 3, fit: 'contain' as const, mute: false }],
}
const draw = async (areas: (typeof film)[], readOnly = false) => {
  const onDuration = vi.fn()
  const part = <BlackTime areas={areas} duration={30} readOnly={readOnly} onDuration={onDuration} />
  await drawDialog(part, { path: '/signage', services: {}, words: ['shows'] })
  await eventually(() => expect(document.querySelector('[role=status]')).not.toBeNull())
  return { onDuration, text: document.querySelector('[role=status]')?.textContent, button: document.querySelector('button') }
}

test('a film of 3 s in a show of 30 s: black for 27 s, and one press ends the show with the film', async () => {
  const { onDuration, text, button } = await draw([film])
  expect(text).toContain('All screens are black for 0:27 of 0:30.')
  expect(button?.textContent).toBe('End the show at 0:03')
  button?.click()
  expect(onDuration).toHaveBeenCalledExactlyOnceWith(3)
})

test('who may only look is told, without the button; a gap within the show has none either; without one nothing is said', async () => {
  expect(await draw([film], true)).toMatchObject({ text: expect.stringContaining('0:27'), button: null })
  document.body.innerHTML = ''
  const late = { ...film, items: film.items.map((one) => ({ ...one, start: 27 })) }
  expect(await draw([late])).toMatchObject({ text: expect.stringContaining('0:27'), button: null })
  document.body.innerHTML = ''
  const whole = { ...film, items: film.items.map((one) => ({ ...one, duration: 30 })) }
  expect(await draw([whole])).toMatchObject({ text: '' })
})
