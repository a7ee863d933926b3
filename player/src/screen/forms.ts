/** What people type at the display itself: its code, and what it is. */
import { element } from '../element.ts'
import { words } from '../words.ts'

/** Answers what was typed. `check` says what is wrong with it. */
export function askSetup(
  mac: string,
  storeCode: string,
  check: (mac: string) => string | undefined,
): Promise<{ mac: string; storeCode: string }> {
  return new Promise((resolve) => {
    const address = Object.assign(element('input', 'mono'), { value: mac, autocomplete: 'off' })
    const store = Object.assign(element('input'), { value: storeCode, autocomplete: 'off' })
    const problem = element('p', 'problem')
    problem.setAttribute('role', 'alert')
    const form = element('form', '', [
      element('h1', '', words.setup),
      element('label', '', [words.setupAddress, address]),
      element('label', '', [words.setupStore, store]),
      problem,
      element('button', '', words.save),
    ])
    const view = open(form)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const wrong = check(address.value)
      problem.textContent = wrong ?? ''
      if (wrong !== undefined) return address.focus()
      view.remove()
      return resolve({ mac: address.value, storeCode: store.value.trim() })
    })
    address.focus()
  })
}

export type Choice = 'setup' | 'info' | 'restart'

/** Asks for the display's code until `check` knows it; then for what to do, of what its owner may. Undefined when nothing is wanted. */
export function askMenu(check: (pin: string) => Promise<'admin' | 'manager' | null>): Promise<Choice | undefined> {
  return new Promise((resolve) => {
    const pin = Object.assign(element('input'), { type: 'password', inputMode: 'numeric', autocomplete: 'off', maxLength: 12 })
    const problem = element('p', 'problem')
    problem.setAttribute('role', 'alert')
    const leave = element('button', 'quiet', words.close)
    leave.type = 'button'
    const form = element('form', '', [
      element('h1', '', words.menu),
      element('label', '', [words.pin, pin]),
      problem,
      element('button', '', words.enter),
      leave,
    ])
    const view = open(form)
    const end = (choice: Choice | undefined) => {
      view.remove()
      resolve(choice)
    }
    leave.addEventListener('click', () => end(undefined))
    view.addEventListener('keydown', ({ key }) => key === 'Escape' && end(undefined))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const choose = (role: 'admin' | 'manager' | null) => {
        problem.textContent = role === null ? words.wrongPin : ''
        if (role === null) return pin.select()
        const choices: Choice[] = role === 'admin' ? ['setup', 'info', 'restart'] : ['info', 'restart']
        const buttons = choices.map((choice) => {
          const button = element('button', '', words[choice])
          button.type = 'button'
          button.addEventListener('click', () => end(choice))
          return button
        })
        form.replaceChildren(element('h1', '', words.menu), ...buttons, leave)
        return buttons[0]?.focus()
      }
      check(pin.value).then(choose, () => (problem.textContent = words.menuOffline))
    })
    pin.focus()
  })
}

/** Over all that is shown. */
function open(form: HTMLFormElement): HTMLElement {
  const view = element('div', 'view setup', [form])
  document.body.append(view)
  return view
}
