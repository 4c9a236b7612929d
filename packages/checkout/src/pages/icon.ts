const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1c54d8"/><path d="M7 9l4.5 14L16 9l4.5 14L25 9M5 16h22" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

export const iconAddress = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
