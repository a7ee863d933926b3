export { ProductListScreen } from './product-list.screen.tsx'
