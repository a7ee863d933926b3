/**
 * Imports of the server that still break the order of its wings, or that pass by a domain's front door (check-architecture.ts). The list only
 * grows shorter: one that nothing needs any more is reported.
 */
export const against: ReadonlySet<string> = new Set([
  'catalogue/families/families.service.ts → labels/layouts/layouts.service.ts',
  'catalogue/families/family-file.ts → labels/layouts/layouts.service.ts',
  'catalogue/families/family-preview.ts → labels/rendering/labels.service.ts',
  'catalogue/product-files/check-file.ts → labels/rendering/labels.service.ts',
  'catalogue/product-files/check-file.ts → signage/display-api/player.service.ts',
  'catalogue/product-files/kinds.ts → paper/papers/papers.service.ts',
  'catalogue/product-files/product-files.service.ts → labels/layouts/layouts.service.ts',
  'catalogue/products/products.service.ts → labels/layouts/layouts.service.ts',
  'catalogue/products/products.service.ts → labels/rendering/labels.service.ts',
  'catalogue/scripts/effects.ts → labels/promotions/promotions.service.ts',
  'catalogue/scripts/try.ts → labels/promotions/promotions.service.ts',
  'catalogue/scripts/try.ts → labels/rendering/labels.service.ts',
  'catalogue/scripts/try.ts → paper/papers/read-by-script.ts',
  'chain/stores/stores.service.ts → delivery/tasks/tasks.service.ts',
  'people/session/third-party-accounts.ts → catalogue/scripts/third-party.ts',
  'people/session/third-party.ts → catalogue/scripts/third-party.ts',
])
