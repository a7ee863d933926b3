/** Pictures, films and widgets of a store for its displays, and the displays' software (specification 3 §3, §7). */
export const plusFileKinds = ['image', 'video', 'widget', 'sw', 'launcher'] as const
export type PlusFileKind = (typeof plusFileKinds)[number]
