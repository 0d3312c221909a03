/**
 * The time zone that a header names for its times: "Paid On (UTC)", "Created At (GMT+8)", "Time [UTC+05:30]", "Paid On
 * (Asia/Kuala_Lumpur)". An offset is given as `+08:00`. Another word in brackets, such as "local", is no zone.
 */
export function headerZone(header: string): string | undefined {
  const words =
    /[([]([^()[\]]+)[)\]]\s*$/.exec(header)?.[1] ?? /(?<![a-z])(?:utc|gmt)[^a-z]*$/i.exec(header)?.[0] ?? '';
  const zone = words.trim();
  if (/^(?:utc|gmt|z)$/i.test(zone)) return '+00:00';
  const [, sign = '', hours = '', minutes = '00'] =
    /^(?:utc|gmt)\s*([-+−])(\d{1,2})(?::?(\d{2}))?$/i.exec(zone) ?? /^([-+−])(\d{2}):(\d{2})$/.exec(zone) ?? [];
  if (sign !== '') {
    const isPossible = Number(minutes) < 60 && Number(hours) * 60 + Number(minutes) <= 14 * 60;
    return isPossible ? `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}` : undefined;
  }
  if (!/^[a-z_]+(?:\/[a-z_+-]+)+$/i.test(zone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
