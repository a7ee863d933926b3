/** /plus/template/list/{storeCode}: slides under a name, for several displays (specification 3 §2). */
import { slideTemplates, type SlideTemplateRow } from '@endcap/contract/slide-templates'
import { templateSizeNames } from '@endcap/signage/models'
import { IconBuildingStore, IconDownload, IconEye, IconFileImport, IconPencil, IconPlus, IconReplace, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { RemoveModal } from '../form/remove.modal.tsx'
import { linkColumn, timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { useStoreCode } from '../app/route.ts'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { notify } from '../ui/notify.ts'
import { CopyTemplate } from './copy.modal.tsx'
import { CreateTemplate, ExportTemplates, ImportTemplates, ReplaceTemplate, useExport } from './template.modals.tsx'

const actions: Action<SlideTemplateRow>[] = [
  { name: 'create', needs: 'plus.write', on: 'table', icon: IconPlus, opens: CreateTemplate },
  { name: 'import', needs: 'plus.write', on: 'table', icon: IconFileImport, opens: ImportTemplates },
  { name: 'export', needs: 'plus.read', on: 'either', icon: IconDownload, opens: ExportTemplates },
  { name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: RemoveTemplates },
]

export function TemplateListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const storeCode = useStoreCode()
  const [open, setOpen] = useState<{ what: 'replace' | 'remove' | 'copy'; row: SlideTemplateRow }>()
  const save = useExport(storeCode)
  const spec = useMemo(
    () =>
      tableSpec(slideTemplates.search, {
        name: 'slideTemplates',
        live: 'signage',
        rowId: ({ _id }) => _id,
        pageLength: 25,
        columns: [
          linkColumn('_id', 300, ({ _id, size }) => paths.templateShow({ storeCode, templateId: _id, mode: 'edit', size })),
          { field: 'size', width: 120, cell: ({ size }) => t('slideTemplates.inches', { size }) },
          { field: 'slides', width: 100, numeric: true, sort: false },
          { field: 'devices', width: 100, numeric: true, sort: false },
          timeColumn('updatedAt'),
        ],
        filters: { _id: 'text', size: { options: templateSizeNames, label: (size) => t('slideTemplates.inches', { size }) } },
        dateRange: true,
        defaultOrder: { column: '_id', dir: 'asc' },
      }),
    [t, storeCode],
  )
  const close = () => setOpen(undefined)
  return (
    <>
      <TableScreen
        spec={spec}
        storeCode={storeCode}
        load={(body, signal) => api.slideTemplates.search({ params: { storeCode }, body }, { signal })}
        title={t('slideTemplates.title')}
        empty={t('slideTemplates.none')}
        filledBy="create"
        actions={actions}
        rowButtons={mayWrite ? 5 : 2}
        rowActions={(row) => (
          <>
            <RowLink
              label={t(mayWrite ? 'slideTemplates.editOne' : 'slideTemplates.viewOne', { name: row._id })}
              icon={mayWrite ? IconPencil : IconEye}
              to={paths.templateShow({ storeCode, templateId: row._id, mode: 'edit', size: row.size })}
            />
            <RowButton
              label={t('slideTemplates.exportOne', { name: row._id })}
              icon={IconDownload}
              onClick={() => void save([row]).catch((error: unknown) => notify(errorText(error, t), 'bad'))}
            />
            {mayWrite && (
              <>
                <RowButton
                  label={t('slideTemplates.copyOne', { name: row._id })}
                  icon={IconBuildingStore}
                  onClick={() => setOpen({ what: 'copy', row })}
                />
                <RowButton
                  label={t('slideTemplates.replaceOne', { name: row._id })}
                  icon={IconReplace}
                  onClick={() => setOpen({ what: 'replace', row })}
                />
                <RowButton
                  label={t('media.removeOne', { name: row._id })}
                  icon={IconTrash}
                  onClick={() => setOpen({ what: 'remove', row })}
                />
              </>
            )}
          </>
        )}
      />
      {open?.what === 'copy' && <CopyTemplate row={open.row} close={close} />}
      {open?.what === 'replace' && <ReplaceTemplate row={open.row} close={close} />}
      {open?.what === 'remove' && <RemoveTemplates rows={[open.row]} close={close} />}
    </>
  )
}

function RemoveTemplates({ rows, close }: ActionProps<SlideTemplateRow>) {
  const api = useApi()
  const storeCode = useStoreCode()
  const remove = (templateName: string) => api.slideTemplates.remove({ params: { storeCode, templateName } })
  return <RemoveModal kind="template" things={rows.map(({ _id }) => ({ id: _id, name: _id }))} remove={remove} close={close} />
}
