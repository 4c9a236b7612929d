/** The tables have a schema of their own, so that a host application may share its database with us. */
export const schemaName = "wonflow";
