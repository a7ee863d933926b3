import { familyBehaviour } from '../behaviour.ts'
import { createTrmnlRig } from './rig.ts'

familyBehaviour('TRMNL', () => createTrmnlRig())
