import { redirect } from 'react-router'

/** The first section is the index. */
export function clientLoader() {
  return redirect('/admin/settings/brand')
}

export default function AdminSettingsIndex() {
  return null
}
