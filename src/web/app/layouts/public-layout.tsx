import { Outlet } from 'react-router'
import { PublicFrame } from '#web/parts/public-frame/public-frame.tsx'

export const handle = { carriesStyles: true }

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}
