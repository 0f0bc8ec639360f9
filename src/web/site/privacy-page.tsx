export default function PrivacyPage() {
  return <h1 tabIndex={-1}>Privacy</h1>
}
