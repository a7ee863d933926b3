/** What follows from another screen: the window says its name, and the focus goes to its heading, so that keys and readers go on there. */
import { useEffect, useRef } from 'react'

/** Frames in which a screen that was fetched draws its heading. */
const patientFrames = 30

export function usePageTitle(names: readonly (string | undefined)[]): void {
  const title = [...names.filter(Boolean), 'Endcap'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}

/** Gives the focus to what takes none by itself, and only until it goes on: a click on it is no focus. */
export function focusUntilBlur(target: HTMLElement): void {
  target.tabIndex = -1
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  target.focus({ preventScroll: true })
}

/** Where nothing on the new screen has the focus by itself: it is still on the link that led here, or on nothing. */
const isLeft = (main: HTMLElement): boolean => {
  const { activeElement } = document
  return (
    document.querySelector('[role=dialog]') === null && !(activeElement !== null && main.contains(activeElement) && activeElement !== main)
  )
}

/** `pathname` of the screen that is drawn; `fetching`: another one is on its way. The first screen is left as the browser opens it. */
export function useFocusOnHeading(pathname: string, fetching: boolean): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (fetching || before.current === pathname) return undefined
    before.current = pathname
    let frame = 0
    const look = (left: number) => {
      const main = document.querySelector('main')
      if (main === null || !isLeft(main)) return
      const heading = main.querySelector<HTMLElement>('h1')
      if (heading === null && left > 0) {
        frame = requestAnimationFrame(() => look(left - 1))
        return
      }
      focusUntilBlur(heading ?? main)
    }
    frame = requestAnimationFrame(() => look(patientFrames))
    return () => cancelAnimationFrame(frame)
  }, [pathname, fetching])
}
