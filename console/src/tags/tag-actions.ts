/** What can be done with the tags of a store: with all of them, or with those that are ticked. */
import type { Tag } from '@endcap/contract/tags'
import {
  IconActivity,
  IconArchive,
  IconBulb,
  IconFiles,
  IconFileText,
  IconRefresh,
  IconRepeat,
  IconStack2,
  IconTag,
  IconUnlink,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { useSession } from '../app/services.ts'
import { useStore } from '../data/use-stores.ts'
import type { Action } from '../table/spec.ts'
import { AssignFileModal } from './assign-file.modal.tsx'
import { AssignModal } from './assign.modal.tsx'
import { AssignMultipleModal } from './assign-multiple.modal.tsx'
import { DeassignModal, ReassignAllModal, ReassignModal } from './confirm.modals.tsx'
import { LedModal, noLed, PageModal } from '../form/control.modals.tsx'
import { LifecycleFileModal } from './lifecycle-file.modal.tsx'
import { anyInUse, LifecycleModal } from './lifecycle.modal.tsx'
import { StatusCheckModal } from './status-check.modal.tsx'

const actions: Action<Tag>[] = [
  { name: 'assign', needs: 'tag.write', on: 'table', icon: IconTag, opens: AssignModal },
  { name: 'assignMultiple', needs: 'tag.write', on: 'table', icon: IconStack2, opens: AssignMultipleModal },
  { name: 'assignFile', needs: 'tag.write', on: 'table', icon: IconFileText, opens: AssignFileModal },
  { name: 'reassignAll', needs: 'tag.write', on: 'table', icon: IconRepeat, opens: ReassignAllModal },
  { name: 'lifecycleFile', needs: 'tag.write', on: 'table', icon: IconArchive, opens: LifecycleFileModal },
  { name: 'deassign', needs: 'tag.write', on: 'selection', icon: IconUnlink, opens: DeassignModal },
  { name: 'reassign', needs: 'tag.write', on: 'selection', icon: IconRefresh, opens: ReassignModal },
  { name: 'lifecycle', needs: 'tag.write', on: 'selection', icon: IconArchive, opens: LifecycleModal, refuse: anyInUse },
  { name: 'led', needs: 'tag.write', on: 'either', icon: IconBulb, opens: LedModal, refuse: noLed },
  { name: 'page', needs: 'tag.write', on: 'either', icon: IconFiles, opens: PageModal },
]
/** Only where it is enabled in the system and in the store (specification 1 §3). */
const statusCheck = (enabled: boolean): Action<Tag> => ({
  name: 'statusCheck',
  needs: 'tag.write',
  on: 'either',
  icon: IconActivity,
  opens: StatusCheckModal,
  refuse: () => (enabled ? undefined : 'tags.check.off'),
})

export function useTagActions(storeCode: string): Action<Tag>[] {
  const { enableTagStatusCheck } = useSession().user.systemConfig
  const store = useStore(storeCode)
  const checks = enableTagStatusCheck && store?.enableTagStatusCheck === true
  const dark = store?.hideLed === true
  return useMemo(() => [...actions.filter(({ name }) => !(dark && name === 'led')), statusCheck(checks)], [checks, dark])
}
