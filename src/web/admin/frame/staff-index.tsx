import { redirect } from 'react-router'

/** `/admin` has no page of its own. */
export function clientLoader() {
  return redirect('/admin/dashboard')
}

export default function AdminIndex() {
  return null
}
