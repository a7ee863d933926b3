import { familyBehaviour } from '../behaviour.ts'
import { createOpenDisplayRig } from './rig.ts'

familyBehaviour('OpenDisplay', () => createOpenDisplayRig())
