/** The styles of the kit's components that only the application uses, and no others. */
import './mantine-dialog.ts'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Notification.layer.css'
