export default function SetupPage() {
  return <h1 tabIndex={-1}>Setup</h1>
}
