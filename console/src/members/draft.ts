/** What is typed about a member, and what is wrong with it before it is sent (specification 2 §5). */
export interface MemberDraft {
  email: string
  name: string
  mobile: string
  password: string
  retype: string
  /** Undefined until one is chosen. */
  roleId: number | undefined
  wholeStore: boolean
  stores: ReadonlySet<string>
  locked: boolean
}

export const emptyDraft: MemberDraft = {
  email: '',
  name: '',
  mobile: '',
  password: '',
  retype: '',
  roleId: undefined,
  wholeStore: false,
  stores: new Set(),
  locked: false,
}

/** The first thing wrong, as the key of its sentence. A password is needed for a new member; given later, it must not be blank. */
export function firstWrong(
  draft: Pick<MemberDraft, 'email' | 'name' | 'password' | 'retype'>,
  { isNew }: { isNew: boolean },
): string | undefined {
  const { email, name, password, retype } = draft
  if (email.trim() === '') return 'email'
  if (name.trim() === '') return 'name'
  if ((isNew || password !== '' || retype !== '') && password.trim() === '') return 'password'
  return password === retype ? undefined : 'match'
}
