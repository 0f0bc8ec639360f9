import { redirect } from 'react-router'

/** The first part stands for all of them. */
export function clientLoader() {
  return redirect('/admin/settings/brand')
}

export default function AdminSettingsIndex() {
  return null
}
