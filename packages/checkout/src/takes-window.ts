/** Whether this script is for pages that offer methods of the gateway's window. The build makes one without them too. */
export const takesWindow: boolean = true;
