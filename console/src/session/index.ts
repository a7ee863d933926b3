export { Brand, SignInFrame } from './SignInFrame.tsx'
